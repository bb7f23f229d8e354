CREATE TABLE "communication_recipients" (
	"communication_id" integer NOT NULL,
	"version" integer NOT NULL,
	"user_id" integer NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"ack_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	CONSTRAINT "communication_recipients_communication_id_version_user_id_pk" PRIMARY KEY("communication_id","version","user_id")
);
--> statement-breakpoint
CREATE TABLE "communication_versions" (
	"communication_id" integer NOT NULL,
	"version" integer NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "communication_versions_communication_id_version_pk" PRIMARY KEY("communication_id","version")
);
--> statement-breakpoint
CREATE TABLE "communications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "communications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"type" integer NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"sender_id" integer NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"stations" integer[] DEFAULT '{}' NOT NULL,
	"users" integer[] DEFAULT '{}' NOT NULL,
	"push" boolean DEFAULT true NOT NULL,
	"mail" boolean DEFAULT true NOT NULL,
	"priority" text DEFAULT 'normale' NOT NULL,
	"ack_due" date,
	"status" text DEFAULT 'draft' NOT NULL,
	"send_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "support_document_reads" (
	"document_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "support_document_reads_document_id_user_id_pk" PRIMARY KEY("document_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "support_documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"file_id" integer NOT NULL,
	"station_id" integer,
	"name" text NOT NULL,
	"originalName" text NOT NULL,
	"extension" text NOT NULL,
	"mime" text NOT NULL,
	"size" integer NOT NULL,
	"category" text DEFAULT 'altro' NOT NULL,
	"valid_to" date
);
--> statement-breakpoint
ALTER TABLE "communication_recipients" ADD CONSTRAINT "communication_recipients_communication_id_communications_id_fk" FOREIGN KEY ("communication_id") REFERENCES "public"."communications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "communication_recipients" ADD CONSTRAINT "communication_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "communication_versions" ADD CONSTRAINT "communication_versions_communication_id_communications_id_fk" FOREIGN KEY ("communication_id") REFERENCES "public"."communications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "communications" ADD CONSTRAINT "communications_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_document_reads" ADD CONSTRAINT "support_document_reads_document_id_support_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."support_documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_document_reads" ADD CONSTRAINT "support_document_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_documents" ADD CONSTRAINT "support_documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_documents" ADD CONSTRAINT "support_documents_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "communication_recipients_user" ON "communication_recipients" USING btree ("user_id","communication_id");--> statement-breakpoint
CREATE INDEX "communications_sent" ON "communications" USING btree ("type","sent_at","id");--> statement-breakpoint
CREATE INDEX "communications_due" ON "communications" USING btree ("status","send_at");--> statement-breakpoint
CREATE INDEX "support_documents_station" ON "support_documents" USING btree ("station_id");
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "communications" FOR EACH STATEMENT WHEN (current_setting('piazzale.hears', true) = 'yes') EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "communication_recipients" FOR EACH STATEMENT WHEN (current_setting('piazzale.hears', true) = 'yes') EXECUTE FUNCTION "tell_change"('data');
