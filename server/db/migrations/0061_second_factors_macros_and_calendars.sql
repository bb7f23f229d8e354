CREATE TABLE "second_factors" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"recovery" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "calendar_feeds_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "expirations" ADD COLUMN "snoozed_until" date;--> statement-breakpoint
ALTER TABLE "expirations" ADD COLUMN "snooze_reason" text;--> statement-breakpoint
ALTER TABLE "ecommerce_orders" ADD COLUMN "approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ecommerce_orders" ADD COLUMN "approved_by" integer;--> statement-breakpoint
ALTER TABLE "default_mails" ADD COLUMN "leads_to" text;--> statement-breakpoint
ALTER TABLE "default_mails" ADD COLUMN "set_priority" integer;--> statement-breakpoint
ALTER TABLE "default_mails" ADD COLUMN "set_category_id" integer;--> statement-breakpoint
ALTER TABLE "default_mails" ADD COLUMN "assign_me" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "default_mails" ADD COLUMN "internal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "remind_on" date;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ecommerce_orders" ADD CONSTRAINT "ecommerce_orders_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "default_mails" ADD CONSTRAINT "default_mails_set_category_id_ticket_categories_id_fk" FOREIGN KEY ("set_category_id") REFERENCES "public"."ticket_categories"("id") ON DELETE no action ON UPDATE no action;