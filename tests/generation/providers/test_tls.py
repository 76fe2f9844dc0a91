"""A key that belongs on an encrypted connection leaves on no other one."""

import datetime
import ipaddress
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from loopback import LoopbackServer, Status

from benchmark.generation.wire.failure import ModelMisconfigured, Outage
from benchmark.generation.wire.transport import certificates

from .conftest import API_PROVIDERS, KEY

SINCE_AND_UNTIL = tuple(datetime.datetime(year, 1, 1, tzinfo=datetime.UTC) for year in (2020, 2099))


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of this machine, signed by itself, with its private key in the same file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), *SINCE_AND_UNTIL)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path = tmp_path_factory.mktemp("tls") / "localhost.pem"
    path.write_bytes(made.public_bytes(pem) + private)
    return path


@pytest.fixture
def server(certificate: Path) -> Iterator[LoopbackServer]:
    """A server that speaks HTTPS; it replaces the one of :func:`ask`."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with LoopbackServer(tls=context) as server:
        yield server


@pytest.fixture
def trusted(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The certificate is one of those that this machine trusts."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificate))
    certificates.cache_clear()
    yield
    certificates.cache_clear()


@pytest.mark.usefixtures("trusted")
@pytest.mark.parametrize("name", API_PROVIDERS)
def test_a_redirect_from_https_to_http_gets_no_key(name, ask, server) -> None:
    assert ask(name).choices[0].text
    assert [call.key for call in server.served] == [KEY]
    with LoopbackServer() as plain:
        for code in (301, 302, 303, 307, 308):
            with pytest.raises(ModelMisconfigured, match="redirect"):
                ask(name, Status(code=code, location=plain.origin + "/v1/chat/completions"))
        assert (plain.served, plain.others) == ((), ())
    assert len(server.served) == 6


@pytest.mark.parametrize("name", API_PROVIDERS)
def test_a_server_whose_certificate_is_not_trusted_gets_nothing(name, ask, server) -> None:
    certificates.cache_clear()
    with pytest.raises(Outage, match="certificate"):
        ask(name)
    assert (server.served, server.others) == ((), ())
