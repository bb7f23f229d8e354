CREATE TABLE "expirations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "expirations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"type" text NOT NULL,
	"date" date NOT NULL,
	"message" text NOT NULL,
	"periodicity" text NOT NULL,
	"station_id" integer,
	"subject_type" text,
	"subject_id" integer,
	"subject_field" text,
	"notify_days" integer[] DEFAULT '{30,7,0}' NOT NULL,
	"notification_group_id" integer,
	"emails" text,
	"status" text DEFAULT 'open' NOT NULL,
	"done_at" date,
	"closed_at" timestamp (3) with time zone,
	"done_by" integer,
	"done_note" text,
	"cancel_reason" text,
	"google_id" text,
	"parent_id" integer
);
--> statement-breakpoint
CREATE TABLE "qr_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "qr_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"station_id" integer NOT NULL,
	"name" text NOT NULL,
	"url" text,
	"file_id" integer NOT NULL,
	CONSTRAINT "qr_codes_station" UNIQUE("station_id")
);
--> statement-breakpoint
ALTER TABLE "expirations" ADD CONSTRAINT "expirations_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expirations" ADD CONSTRAINT "expirations_notification_group_id_notification_groups_id_fk" FOREIGN KEY ("notification_group_id") REFERENCES "public"."notification_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_codes" ADD CONSTRAINT "qr_codes_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "expirations_date" ON "expirations" USING btree ("date","id");--> statement-breakpoint
CREATE INDEX "expirations_open" ON "expirations" USING btree ("date","id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "expirations_station" ON "expirations" USING btree ("station_id","date");--> statement-breakpoint
CREATE INDEX "expirations_subject" ON "expirations" USING btree ("subject_type","subject_id");--> statement-breakpoint
CREATE INDEX "expirations_parent" ON "expirations" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "expirations_message" ON "expirations" USING gin (to_tsvector('simple', regexp_replace(coalesce(translate(lower("message"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), ''), '[^a-z0-9]+', ' ', 'g')));--> statement-breakpoint
CREATE UNIQUE INDEX "expirations_one_open" ON "expirations" USING btree ("subject_type","subject_id","subject_field") WHERE status = 'open';--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "expirations" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "qr_codes" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
