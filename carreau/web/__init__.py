"""The web table: pages, one WebSocket per open table, server-drawn pictures."""
