DROP INDEX "cards_by_state";--> statement-breakpoint
DROP INDEX "expirations_by_message";--> statement-breakpoint
ALTER TABLE "expirations" ADD COLUMN "message_key" text GENERATED ALWAYS AS (folded("message")) STORED;--> statement-breakpoint
CREATE INDEX "customers_by_code" ON "customers" USING btree ("code","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "cards_by_state" ON "cards" USING btree ((case "status" when 'to_activate' then 'Da attivare' when 'active' then 'Attiva' when 'suspended' then 'Sospesa' when 'blocked' then 'Bloccata' when 'expired' then 'Scaduta' when 'replaced' then 'Sostituita' when 'terminated' then 'Cessata' end),"id","status") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "expirations_by_message" ON "expirations" USING btree ("message_key","id");