CREATE TABLE "gpl_card_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gpl_card_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"applicant" text NOT NULL,
	"customer_id" integer,
	"name" text NOT NULL,
	"lastname" text NOT NULL,
	"fiscalCode" text NOT NULL,
	"bornIn" text,
	"bornDate" date,
	"address" text NOT NULL,
	"cap" text NOT NULL,
	"city" text NOT NULL,
	"province" text NOT NULL,
	"phone" text NOT NULL,
	"email" text,
	"businessName" text,
	"piva" text,
	"sdi" text,
	"pec" text,
	"tank_serial" text,
	"trainer" text,
	"reject_reason" text,
	"note" text,
	"plate" text NOT NULL,
	"vehicle" text NOT NULL,
	"registration_at" date,
	"tank_expiration" date NOT NULL,
	"install_type" text,
	"station_id" integer NOT NULL,
	"course_id" integer,
	"course_attended_at" date,
	"leaflet_given" boolean DEFAULT false NOT NULL,
	"demo_done" boolean DEFAULT false NOT NULL,
	"vehicle_checked" boolean DEFAULT false NOT NULL,
	"privacy" boolean NOT NULL,
	"status" text DEFAULT 'CREATED' NOT NULL,
	"card_id" integer,
	"completed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "gpl_card_requests" ADD CONSTRAINT "gpl_card_requests_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gpl_card_requests" ADD CONSTRAINT "gpl_card_requests_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gpl_card_requests" ADD CONSTRAINT "gpl_card_requests_course_id_gpl_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."gpl_courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gpl_card_requests" ADD CONSTRAINT "gpl_card_requests_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "gpl_card_requests_number" ON "gpl_card_requests" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "gpl_card_requests_open_plate" ON "gpl_card_requests" USING btree ("plate") WHERE status in ('CREATED', 'WAITING_COURSE');--> statement-breakpoint
CREATE INDEX "gpl_card_requests_status" ON "gpl_card_requests" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "gpl_card_requests_created" ON "gpl_card_requests" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "gpl_card_requests_lastname" ON "gpl_card_requests" USING btree (translate(lower("lastname"), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'),"id");--> statement-breakpoint
CREATE INDEX "gpl_card_requests_station" ON "gpl_card_requests" USING btree ("station_id","id");--> statement-breakpoint
CREATE INDEX "gpl_card_requests_course" ON "gpl_card_requests" USING btree ("course_id") WHERE course_id is not null;--> statement-breakpoint
CREATE INDEX "gpl_card_requests_customer" ON "gpl_card_requests" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "gpl_card_requests_card" ON "gpl_card_requests" USING btree ("card_id") WHERE card_id is not null;--> statement-breakpoint
CREATE INDEX "gpl_card_requests_words" ON "gpl_card_requests" USING gin (to_tsvector('simple', regexp_replace(coalesce(translate(lower("number"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), '') || ' ' || coalesce(translate(lower("name"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), '') || ' ' || coalesce(translate(lower("lastname"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), '') || ' ' || coalesce(translate(lower("fiscalCode"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), '') || ' ' || coalesce(translate(lower("businessName"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), '') || ' ' || coalesce(translate(lower("plate"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), '') || ' ' || coalesce(translate(lower("city"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), ''), '[^a-z0-9]+', ' ', 'g')));
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "gpl_card_requests" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
