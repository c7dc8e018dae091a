"""Texts of Django and allauth that this site translates itself, so that all of it speaks to the reader alike.

Their own German mixes "Sie" with "du", and their own Spanish "usted" with "tú". `LOCALE_PATHS` comes before the
catalogues of the libraries, so a text named here is shown as `nabu.catalogue.locale` translates it. The English is
theirs.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop, ngettext_lazy

TRANSLATED_HERE = (
    ngettext_lazy(
        "Ensure that there are no more than %(max)s decimal place.",
        "Ensure that there are no more than %(max)s decimal places.",
        "max",
    ),
    ngettext_lazy(
        "Ensure that there are no more than %(max)s digit before the decimal point.",
        "Ensure that there are no more than %(max)s digits before the decimal point.",
        "max",
    ),
    ngettext_lazy(
        "Ensure that there are no more than %(max)s digit in total.",
        "Ensure that there are no more than %(max)s digits in total.",
        "max",
    ),
    ngettext_lazy(
        "Ensure this filename has at most %(max)d character (it has %(length)d).",
        "Ensure this filename has at most %(max)d characters (it has %(length)d).",
        "max",
    ),
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    gettext_noop("Ensure this value is greater than or equal to %(limit_value)s."),
    gettext_noop("Ensure this value is less than or equal to %(limit_value)s."),
    gettext_noop("Enter a complete value."),
    gettext_noop("Enter a list of values."),
    gettext_noop("Enter a number."),
    gettext_noop("Enter a valid URL."),
    gettext_noop("Enter a valid date."),
    gettext_noop("Enter a valid date/time."),
    gettext_noop("Enter a valid email address."),
    gettext_noop("Enter a valid time."),
    gettext_noop("Enter a valid value."),
    gettext_noop("Enter a whole number."),
    gettext_noop("No file was submitted."),
    gettext_noop("No file was submitted. Check the encoding type on the form."),
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
    gettext_noop("Select a valid choice. That choice is not one of the available choices."),
    gettext_noop("The submitted file is empty."),
    gettext_noop("Upload a valid image. The file you uploaded was either not an image or a corrupted image."),
    gettext_noop("Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters."),
    gettext_noop("This field is required."),
    gettext_noop("This password is too common."),
    gettext_noop("This password is entirely numeric."),
    gettext_noop("Your password can’t be a commonly used password."),
    gettext_noop("Your password can’t be entirely numeric."),
    gettext_noop("Your password can’t be too similar to your other personal information."),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
    gettext_noop("Are you sure you want to remove this security key?"),
    gettext_noop("Are you sure you want to sign out?"),
    gettext_noop(
        "Enabling passwordless operation allows you to sign in using just this key, but imposes "
        "additional requirements such as biometrics or PIN protection."
    ),
    gettext_noop("Enter an authenticator code:"),
    gettext_noop("Enter your password:"),
    gettext_noop("Forgot Password?"),
    gettext_noop("Forgot your password?"),
    gettext_noop(
        "Forgotten your password? Enter your email address below, and we'll send you an email allowing you to reset it."
    ),
    gettext_noop("Password Reset"),
    gettext_noop("Please Confirm Your Email Address"),
    gettext_noop("Please contact us if you have any trouble resetting your password."),
    gettext_noop("Please reauthenticate to safeguard your account."),
    gettext_noop("Please type your current password."),
    gettext_noop("The email address and/or password you specified are not correct."),
    gettext_noop("The following email addresses are associated with your account:"),
    gettext_noop(
        "The password reset link was invalid, possibly because it has already been used.  Please request "
        'a <a href="%(passwd_reset_url)s">new password reset</a>.'
    ),
    gettext_noop("The username and/or password you specified are not correct."),
    gettext_noop("This action will invalidate your existing codes."),
    gettext_noop("This functionality requires JavaScript."),
    gettext_noop(
        "To protect your account with two-factor authentication, scan the QR code below with your "
        "authenticator app. Then, input the verification code generated by the app below."
    ),
    gettext_noop("Too many failed login attempts. Try again later."),
    gettext_noop("Use a security key"),
    gettext_noop("Use your password"),
    gettext_noop("Username can not be used. Please use other username."),
    gettext_noop(
        "We have sent you an email. If you have not received it please check your spam folder. Otherwise "
        "contact us if you do not receive it in a few minutes."
    ),
    gettext_noop("You are about to generate a new set of recovery codes for your account."),
    gettext_noop("You are already logged in as %(user_display)s."),
    gettext_noop("You can store this secret and use it to reinstall your authenticator app at a later time."),
    gettext_noop("You cannot activate two-factor authentication until you have verified your email address."),
    gettext_noop("You cannot add an email address to an account protected by two-factor authentication."),
    gettext_noop("You cannot deactivate two-factor authentication."),
    gettext_noop("You cannot remove your primary email address (%(email)s)."),
    gettext_noop("You have confirmed %(email)s."),
    gettext_noop("You have signed out."),
    gettext_noop("Your account has no password set up."),
    gettext_noop("Your account has no verified email address."),
    gettext_noop("Your account is protected by two-factor authentication. Please enter an authenticator code:"),
    gettext_noop("Your email address is still pending verification."),
    gettext_noop("Your password is now changed."),
    gettext_noop("You cannot add more than %d email addresses."),
    gettext_noop("Recovery Codes"),
    gettext_noop("Recovery codes"),
)
