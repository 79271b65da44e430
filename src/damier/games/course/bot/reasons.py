"""placeholder"""
from damier.core.catalogue import Message, message
from damier.core.state import View
def reason(view: View, action: int) -> Message:
    return message("reason.end")
