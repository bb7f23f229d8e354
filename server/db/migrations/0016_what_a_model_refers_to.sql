CREATE TABLE "notification_groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"name" text NOT NULL,
	"description" text,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "notification_groups_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "ticket_categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"name" text NOT NULL,
	"sla_hours" integer DEFAULT 48 NOT NULL,
	"default_priority" integer DEFAULT 2 NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "ticket_categories_name" UNIQUE("name")
);
--> statement-breakpoint
-- Until now these ids named nothing.
UPDATE "inspection_models" SET "ticket_category_id" = NULL, "notification_group_id" = NULL;--> statement-breakpoint
ALTER TABLE "inspection_models" ADD CONSTRAINT "inspection_models_ticket_category" FOREIGN KEY ("ticket_category_id") REFERENCES "public"."ticket_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_models" ADD CONSTRAINT "inspection_models_group" FOREIGN KEY ("notification_group_id") REFERENCES "public"."notification_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "ticket_categories" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "notification_groups" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
