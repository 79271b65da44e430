"""Tables over HTTP and WebSockets. The event log is the truth; rooms in memory are a cache any process can rebuild."""
