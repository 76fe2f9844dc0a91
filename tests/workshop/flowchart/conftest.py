from tests.workshop.authoring.conftest import judge

__all__ = ["judge"]
