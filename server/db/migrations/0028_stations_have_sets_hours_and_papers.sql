CREATE TABLE "detailed_openings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "detailed_openings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"station_id" integer NOT NULL,
	"mode" text NOT NULL,
	"season" text DEFAULT 'annuale' NOT NULL,
	"valid_from" text DEFAULT '01-01' NOT NULL,
	"valid_to" text DEFAULT '12-31' NOT NULL,
	"weekday" integer NOT NULL,
	"open1" text,
	"close1" text,
	"open2" text,
	"close2" text,
	"closed" boolean DEFAULT false NOT NULL,
	"h24" boolean DEFAULT false NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "openings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "openings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"station_id" integer NOT NULL,
	"weekday" integer NOT NULL,
	"open1" text,
	"close1" text,
	"open2" text,
	"close2" text,
	"closed" boolean DEFAULT false NOT NULL,
	"h24" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "station_bills" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "station_bills_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"station_id" integer NOT NULL,
	"type" text NOT NULL,
	"supplier" text NOT NULL,
	"holder" text,
	"customer_code" text,
	"pod" text,
	"pdr" text,
	"contract" text,
	"note" text,
	"periodicity" text,
	"last_date" date,
	"last_amount" numeric(10, 2),
	"expires_at" date
);
--> statement-breakpoint
CREATE TABLE "station_images" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "station_images_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"station_id" integer NOT NULL,
	"file_320" integer NOT NULL,
	"file_960" integer NOT NULL,
	"file_1600" integer NOT NULL,
	CONSTRAINT "station_images_one" UNIQUE("station_id")
);
--> statement-breakpoint
CREATE TABLE "station_networks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "station_networks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"station_id" integer NOT NULL,
	"provider" text NOT NULL,
	"type" text,
	"line_number" text,
	"contract" text,
	"public_ip" text,
	"subnet" text,
	"router_model" text,
	"bandwidth" text,
	"support_phone" text,
	"note" text,
	"activated_at" date,
	"expires_at" date
);
--> statement-breakpoint
CREATE TABLE "station_phones" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "station_phones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"station_id" integer NOT NULL,
	"number" text NOT NULL,
	"type" text DEFAULT 'fisso' NOT NULL,
	"label" text
);
--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "valid_to" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "stations" ADD COLUMN "maintenance_email" text;--> statement-breakpoint
ALTER TABLE "stations" ADD COLUMN "rent_amount" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "stations" ADD COLUMN "rent_expiration" date;--> statement-breakpoint
ALTER TABLE "stations" ADD COLUMN "landlord" text;--> statement-breakpoint
ALTER TABLE "stations" ADD COLUMN "register_telematic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "stations" ADD COLUMN "closing_reason" text;--> statement-breakpoint
ALTER TABLE "stations" ADD COLUMN "reopening_at" date;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "category" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "expiration" date;--> statement-breakpoint
ALTER TABLE "detailed_openings" ADD CONSTRAINT "detailed_openings_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "openings" ADD CONSTRAINT "openings_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "station_bills" ADD CONSTRAINT "station_bills_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "station_images" ADD CONSTRAINT "station_images_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "station_networks" ADD CONSTRAINT "station_networks_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "station_phones" ADD CONSTRAINT "station_phones_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "detailed_openings_station" ON "detailed_openings" USING btree ("station_id","mode","season");--> statement-breakpoint
CREATE UNIQUE INDEX "openings_day" ON "openings" USING btree ("station_id","weekday");--> statement-breakpoint
CREATE INDEX "station_bills_station" ON "station_bills" USING btree ("station_id");--> statement-breakpoint
CREATE INDEX "station_networks_station" ON "station_networks" USING btree ("station_id");--> statement-breakpoint
CREATE INDEX "station_phones_station" ON "station_phones" USING btree ("station_id");--> statement-breakpoint
CREATE INDEX "station_fuels_fuel" ON "station_fuels" USING btree ("fuel_id");--> statement-breakpoint
CREATE INDEX "station_services_service" ON "station_services" USING btree ("available_service_id");--> statement-breakpoint
CREATE INDEX "stations_by_code" ON "stations" USING btree (translate(lower("code"), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'),"id");--> statement-breakpoint
CREATE INDEX "stations_by_city" ON "stations" USING btree (translate(lower("city"), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'),"id");--> statement-breakpoint
CREATE INDEX "stations_by_province" ON "stations" USING btree (translate(lower("province"), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'),"id");--> statement-breakpoint
CREATE INDEX "stations_by_age" ON "stations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "stations_area_manager" ON "stations" USING btree ("area_manager_id");--> statement-breakpoint
-- Telephones become rows, in the order they stood.
INSERT INTO "station_phones" ("station_id", "number", "type", "label")
	SELECT s."id", phone ->> 'number', coalesce(phone ->> 'type', 'fisso'), phone ->> 'label'
	FROM "stations" s, jsonb_array_elements(s."phones") WITH ORDINALITY AS listed(phone, place) ORDER BY s."id", place;--> statement-breakpoint
ALTER TABLE "stations" DROP COLUMN "phones";--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "detailed_openings" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "openings" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "station_bills" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "station_images" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "station_networks" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "station_phones" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
