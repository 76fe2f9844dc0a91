from tests.authoring.conftest import judge

__all__ = ["judge"]
