ALTER TABLE "ticket_categories" ADD COLUMN "color" text;--> statement-breakpoint
ALTER TABLE "ticket_categories" ADD COLUMN "requires_station" boolean DEFAULT false NOT NULL;