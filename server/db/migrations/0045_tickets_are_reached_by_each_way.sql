DROP INDEX "ticket_assignments_user";--> statement-breakpoint
CREATE INDEX "tickets_creator" ON "tickets" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "tickets_created" ON "tickets" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "tickets_completed" ON "tickets" USING btree ("completed_at","id") WHERE status_id = 5 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "tickets_priority" ON "tickets" USING btree ("priority","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "tickets_of_nobody" ON "tickets" USING btree ("id") WHERE assignees = 0 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "tickets_solved" ON "tickets" USING btree ("due_at","id") WHERE status_id = 5 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "ticket_assignments_user" ON "ticket_assignments" USING btree ("user_id","ticket_id");--> statement-breakpoint
-- What is counted already is not written again.
CREATE OR REPLACE FUNCTION "count_assignees"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "tickets" SET "assignees" = held."count"
	FROM (SELECT c."ticket_id", (SELECT count(*) FROM "ticket_assignments" a WHERE a."ticket_id" = c."ticket_id") AS "count" FROM (SELECT DISTINCT "ticket_id" FROM changed) c) held
	WHERE held."ticket_id" = "tickets"."id" AND held."count" <> "tickets"."assignees";
	RETURN NULL;
END;
$$;
