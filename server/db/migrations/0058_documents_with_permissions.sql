CREATE TABLE "document_readers" (
	"document_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"told_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"version" integer,
	CONSTRAINT "document_readers_document_id_user_id_pk" PRIMARY KEY("document_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"file_id" integer NOT NULL,
	"name" text NOT NULL,
	"originalName" text NOT NULL,
	"extension" text NOT NULL,
	"mime" text NOT NULL,
	"size" integer NOT NULL,
	"isEncrypted" boolean DEFAULT false NOT NULL,
	"description" text,
	"category" text DEFAULT 'altro' NOT NULL,
	"valid_to" date,
	"version" integer DEFAULT 1 NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"stations" integer[] DEFAULT '{}' NOT NULL,
	"users" integer[] DEFAULT '{}' NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "document_readers" ADD CONSTRAINT "document_readers_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_readers" ADD CONSTRAINT "document_readers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_newest" ON "documents" USING btree ("created_at","id");
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "documents" FOR EACH STATEMENT WHEN (current_setting('piazzale.hears', true) = 'yes') EXECUTE FUNCTION "tell_change"('data');
