CREATE TABLE "ticket_drafts" (
	"user_id" integer NOT NULL,
	"ticket_id" integer NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"uuid" text NOT NULL,
	"message" text NOT NULL,
	"internal" boolean NOT NULL,
	"mentions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ticket_drafts_user_id_ticket_id_pk" PRIMARY KEY("user_id","ticket_id")
);
--> statement-breakpoint
ALTER TABLE "ticket_drafts" ADD CONSTRAINT "ticket_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_drafts" ADD CONSTRAINT "ticket_drafts_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_drafts_ticket" ON "ticket_drafts" USING btree ("ticket_id");