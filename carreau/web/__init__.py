"""The web table: pages, one WebSocket per open page of a table, pictures drawn on the server."""
