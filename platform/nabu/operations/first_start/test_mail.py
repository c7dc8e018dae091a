"""One mail, sent at once, and what is wrong if it does not leave the site."""

from __future__ import annotations

import smtplib
import socket
import ssl

from django.core.mail import EmailMessage
from django.utils.translation import gettext as _

LONGEST = 200


def problem_of_test_mail(address: str) -> str:
    """Send a mail to the address; empty if the mail server has taken it, else what is wrong in the active language."""
    text = _("This is a test mail. The mail settings of the site work.")
    try:
        EmailMessage(_("Test mail from Nabu"), text, to=[address], headers={"Auto-Submitted": "auto-generated"}).send()
    except (smtplib.SMTPException, OSError, ValueError) as error:
        return f"{_reason(error)} ({type(error).__name__}: {_detail(error)})"
    return ""


def _reason(error: Exception) -> str:
    """The kinds before the more general ones that they belong to."""
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return _("The mail server rejects the user name or password in EMAIL_URL.")
    if isinstance(error, smtplib.SMTPSenderRefused):
        return _("The mail server rejects the sender: set NABU_FROM_EMAIL to an address it may send for.")
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return _("The mail server rejects this recipient. Check the address.")
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return _("The mail server does not support encryption or sign-in: check the start of EMAIL_URL.")
    if isinstance(error, socket.gaierror):
        return _("The mail server cannot be found: check its name in EMAIL_URL.")
    if isinstance(error, ConnectionRefusedError):
        return _("The mail server refuses the connection: check the port in EMAIL_URL.")
    if isinstance(error, TimeoutError):
        return _("The mail server does not answer: check name and port in EMAIL_URL, and the firewall.")
    if isinstance(error, ssl.SSLError):
        return _("No encrypted connection to the mail server: check the start of EMAIL_URL and the certificate.")
    return _("The mail was not sent.")


def _detail(error: Exception) -> str:
    return " ".join(str(error).split())[:LONGEST]
