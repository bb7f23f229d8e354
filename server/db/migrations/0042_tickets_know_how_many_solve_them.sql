ALTER TABLE "ticket_words" ALTER COLUMN "said" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "assignees" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE FUNCTION "count_assignees"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "tickets" SET "assignees" = (SELECT count(*) FROM "ticket_assignments" a WHERE a."ticket_id" = "tickets"."id")
	WHERE "id" IN (SELECT "ticket_id" FROM changed);
	RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "count_assignees_made" AFTER INSERT ON "ticket_assignments" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "count_assignees"();--> statement-breakpoint
CREATE TRIGGER "count_assignees_gone" AFTER DELETE ON "ticket_assignments" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "count_assignees"();--> statement-breakpoint
UPDATE "tickets" SET "assignees" = held."count" FROM (SELECT "ticket_id", count(*) AS "count" FROM "ticket_assignments" GROUP BY 1) held WHERE held."ticket_id" = "tickets"."id";--> statement-breakpoint
-- Places of words in a text are never asked for, and take most of the room.
UPDATE "ticket_words" SET "said" = nullif(strip("said"), strip("all_words")), "all_words" = strip("all_words");