ALTER TABLE "non_conformities" ADD COLUMN "ticket_id" integer;--> statement-breakpoint
ALTER TABLE "non_conformities" ADD CONSTRAINT "non_conformities_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "non_conformities_ticket" ON "non_conformities" USING btree ("ticket_id");