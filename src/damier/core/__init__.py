"""What a game is. Nothing here knows a particular game, draws a picture or opens a socket."""
