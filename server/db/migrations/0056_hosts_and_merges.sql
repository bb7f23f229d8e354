CREATE TABLE "customer_merges" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_merges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source_id" integer NOT NULL,
	"target_id" integer NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"moved" jsonb NOT NULL,
	"by" integer,
	"at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sync_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sync_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"host" text NOT NULL,
	"name" text NOT NULL,
	"sha256" text NOT NULL,
	"job_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_queue" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sync_queue_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"host" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"error" text,
	"payload" jsonb,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "points_at" date;--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_source_id_customers_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_target_id_customers_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_merges_target" ON "customer_merges" USING btree ("target_id","at");--> statement-breakpoint
CREATE INDEX "customer_merges_source" ON "customer_merges" USING btree ("source_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sync_files_one" ON "sync_files" USING btree ("host","sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "sync_queue_one" ON "sync_queue" USING btree ("host","entity","entity_id");--> statement-breakpoint
CREATE INDEX "sync_queue_status" ON "sync_queue" USING btree ("host","status","entity","entity_id");
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sync_queue" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sync_files" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');

--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "customer_merges" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
