CREATE TABLE "pay_batches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pay_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"kind" text NOT NULL,
	"sources" integer NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"read_at" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "pay_documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pay_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"kind" text NOT NULL,
	"batch_id" integer NOT NULL,
	"user_id" integer,
	"fiscalCode" text,
	"year" smallint,
	"month" smallint,
	"type" text DEFAULT 'cedolino' NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"pages" smallint NOT NULL,
	"size" integer NOT NULL,
	"file_id" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"problem" text,
	"published_at" timestamp (3) with time zone,
	"told" boolean DEFAULT false NOT NULL,
	"first_downloaded_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "pay_sources" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pay_sources_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"batch_id" integer NOT NULL,
	"file_id" integer NOT NULL,
	"name" text NOT NULL,
	"year" smallint,
	"month" smallint,
	"place" text
);
--> statement-breakpoint
ALTER TABLE "pay_documents" ADD CONSTRAINT "pay_documents_batch_id_pay_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."pay_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_documents" ADD CONSTRAINT "pay_documents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_documents" ADD CONSTRAINT "pay_documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_sources" ADD CONSTRAINT "pay_sources_batch_id_pay_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."pay_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_sources" ADD CONSTRAINT "pay_sources_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pay_batches_kind" ON "pay_batches" USING btree ("kind","id");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_documents_once" ON "pay_documents" USING btree ("kind","fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_documents_period" ON "pay_documents" USING btree ("kind","user_id","year",coalesce("month", 0),"type","company") WHERE "pay_documents"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "pay_documents_batch" ON "pay_documents" USING btree ("batch_id","problem","id");--> statement-breakpoint
CREATE INDEX "pay_documents_newest" ON "pay_documents" USING btree ("kind","year" DESC NULLS LAST,"month" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "pay_documents"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "pay_documents_user" ON "pay_documents" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "pay_documents_file" ON "pay_documents" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "pay_sources_batch" ON "pay_sources" USING btree ("batch_id");
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "pay_batches" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "pay_sources" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "pay_documents" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
