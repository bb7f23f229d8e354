SELECT "live_table"('ticket_assignments', 'tickets', 'ticket_id');--> statement-breakpoint
SELECT "live_table"('ticket_comments', 'tickets', 'ticket_id');--> statement-breakpoint
SELECT "live_table"('ticket_files', 'tickets', 'ticket_id');--> statement-breakpoint
SELECT "live_table"('ticket_tasks', 'tickets', 'ticket_id');
