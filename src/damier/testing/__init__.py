"""The contract suite: laws that every game must keep. To run it for your own game:

import pytest
from damier.testing import LAWS
from my_game import GAME

@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_contract(law):
    law(GAME)
"""

from damier.testing.contract import LAWS

__all__ = ["LAWS"]
