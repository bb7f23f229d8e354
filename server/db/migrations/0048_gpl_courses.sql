CREATE TABLE "gpl_courses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gpl_courses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"date" date NOT NULL,
	"start" text NOT NULL,
	"end" text NOT NULL,
	"station_id" integer,
	"place" text,
	"teacher" text,
	"note" text,
	"seats" integer NOT NULL,
	"status" text DEFAULT 'planned' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "gpl_courses" ADD CONSTRAINT "gpl_courses_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gpl_courses_date" ON "gpl_courses" USING btree ("date","id");--> statement-breakpoint
CREATE INDEX "gpl_courses_status" ON "gpl_courses" USING btree ("status","date");
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "gpl_courses" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
