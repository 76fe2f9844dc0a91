"""Write a certificate of hosts, signed by itself, with its private key in the same file: ``PATH HOST...``.

A program of its own, because only some of our environments have the package cryptography.
"""

import datetime
import sys
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

SINCE_AND_UNTIL = [datetime.datetime(year, 1, 1, tzinfo=datetime.UTC) for year in (2020, 2099)]


def main() -> None:
    """Write the certificate."""
    path, hosts = Path(sys.argv[1]), sys.argv[2:]
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, hosts[0])])
    number = x509.random_serial_number()
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), number, *SINCE_AND_UNTIL)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host) for host in hosts]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path.write_bytes(made.public_bytes(pem) + private)


if __name__ == "__main__":
    main()
