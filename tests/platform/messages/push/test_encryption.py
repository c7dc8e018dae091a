"""Encryption and signature of messages, against the RFCs' own examples and a receiver written after them."""

from __future__ import annotations

import json
import time

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from nabu.core.settings_checks import is_push_key
from nabu.messages.push import server_key
from nabu.messages.push.encoding import from_text, to_text
from nabu.messages.push.encryption import MOST, encrypt, public_bytes
from tests.platform.messages.push.service import FakeBrowser


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(from_text(text), "big"), ec.SECP256R1())


def test_the_example_of_rfc_8291() -> None:
    """Section 5, with the values of Appendix A."""
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        from_text(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        ),
        from_text("BTBZMqHH6r4Tts7J_aSIgg"),
        private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        from_text("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert to_text(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@given(st.binary(max_size=MOST))
def test_the_device_reads_what_was_sent_and_nobody_else_does(message: bytes) -> None:
    browser, other = FakeBrowser("https://push.example/1"), FakeBrowser("https://push.example/2")
    body = encrypt(message, browser.public, browser.secret)
    assert browser.read(body) == message
    assert len(body) <= 4096, "push services take no more"
    assert encrypt(message, browser.public, browser.secret) != body, "key and salt are new each time"
    with pytest.raises(InvalidTag):
        FakeBrowser(browser.endpoint, browser.key, other.secret).read(body)
    with pytest.raises(InvalidTag):
        FakeBrowser(browser.endpoint, other.key, browser.secret).read(body)


def test_a_message_that_is_too_long_or_a_key_that_is_none_is_refused() -> None:
    browser = FakeBrowser("https://push.example/1")
    with pytest.raises(ValueError, match="at most 3993 bytes"):
        encrypt(bytes(MOST + 1), browser.public, browser.secret)
    for key in (b"", b"\x04" + bytes(64), browser.public[:-1]):
        with pytest.raises(ValueError, match="P-256|[Ii]nvalid|point|curve"):
            encrypt(b"hello", key, browser.secret)


def test_the_push_service_knows_the_site_by_its_signature(settings) -> None:
    """RFC 8292: origin, expiry and contact, signed with the key that the browser subscribed with."""
    settings.PUSH_KEY, settings.SITE_CONTACT = server_key.new_key(), "us@example.org"
    scheme, values = server_key.authorization("https://push.example:8443/wpush/v2/abc").split(" ", 1)
    assert scheme == "vapid"
    token, key = (value.partition("=")[2] for value in values.split(", "))
    assert key == server_key.public_key() == to_text(public_bytes(private(settings.PUSH_KEY)))
    signed, _dot, signature = token.rpartition(".")
    header, claims = (json.loads(from_text(part)) for part in signed.split("."))
    assert header == {"typ": "JWT", "alg": "ES256"}
    assert (claims["aud"], claims["sub"]) == ("https://push.example:8443", "mailto:us@example.org")
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    numbers = from_text(signature)
    r, s = int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big")
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(key))
    public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        public.verify(encode_dss_signature(r, s), b"x" + signed.encode(), ec.ECDSA(hashes.SHA256()))


def test_a_new_key_is_one_that_the_settings_take(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("make_push_key")
    key = capsys.readouterr().out.strip()
    assert is_push_key(key)
    for wrong in ("", "guess me", key[:-4], key + "AAAA", to_text(bytes(32)), to_text(b"\xff" * 32), "ü" * 43):
        assert not is_push_key(wrong)
