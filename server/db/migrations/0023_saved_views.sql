CREATE TABLE "saved_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"key" text NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"search" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"layout" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"standard" boolean DEFAULT false NOT NULL,
	CONSTRAINT "saved_views_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE INDEX "saved_views_owner" ON "saved_views" USING btree ("created_by");--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "saved_views" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
