CREATE TABLE "offline_pictures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offline_pictures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" text NOT NULL,
	"place" text NOT NULL,
	"record" text NOT NULL,
	"file_id" integer NOT NULL,
	"sent_sha256" text NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "offline_pictures_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "station_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "station_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"uuid" text NOT NULL,
	"station_id" integer NOT NULL,
	"photos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL,
	"field_revs" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"text" text NOT NULL,
	CONSTRAINT "station_notes_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
ALTER TABLE "station_notes" ADD CONSTRAINT "station_notes_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offline_pictures_record" ON "offline_pictures" USING btree ("place","record");--> statement-breakpoint
CREATE INDEX "station_notes_station" ON "station_notes" USING btree ("station_id");--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "offline_pictures" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "station_notes" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
