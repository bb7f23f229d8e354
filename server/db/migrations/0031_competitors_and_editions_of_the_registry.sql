CREATE TABLE "competitor_price_days" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "competitor_price_days_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"competitor_id" integer NOT NULL,
	"fuel_id" integer NOT NULL,
	"mode" text NOT NULL,
	"price" numeric(8, 3) NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "competitor_prices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "competitor_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"competitor_id" integer NOT NULL,
	"fuel_id" integer NOT NULL,
	"mode" text NOT NULL,
	"price" numeric(8, 3) NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "competitors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "competitors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"name" text NOT NULL,
	"brand" text NOT NULL,
	"address" text,
	"cap" text,
	"city" text NOT NULL,
	"province" text,
	"latitude" numeric(9, 6),
	"longitude" numeric(9, 6),
	"mise_id" integer,
	"station_id" integer,
	"distance_km" numeric(8, 2),
	"note" text,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "competitors_mise_id" UNIQUE("mise_id")
);
--> statement-breakpoint
CREATE TABLE "mimit_means" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mimit_means_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"area" text NOT NULL,
	"fuel_id" integer NOT NULL,
	"mode" text NOT NULL,
	"day" date NOT NULL,
	"price" numeric(8, 3) NOT NULL,
	"stations" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mimit_prices_staged" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mimit_prices_staged_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"station_id" integer NOT NULL,
	"fuel_raw" text NOT NULL,
	"fuel_id" integer,
	"self" boolean NOT NULL,
	"price" numeric(8, 3) NOT NULL,
	"dt" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mimit_stations_staged" (
	"id" integer PRIMARY KEY NOT NULL,
	"brand" text,
	"kind" text,
	"name" text NOT NULL,
	"address" text,
	"city" text,
	"province" text,
	"latitude" numeric(9, 6),
	"longitude" numeric(9, 6),
	"search_text" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job_history" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "competitor_price_days" ADD CONSTRAINT "competitor_price_days_competitor_id_competitors_id_fk" FOREIGN KEY ("competitor_id") REFERENCES "public"."competitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "competitor_price_days" ADD CONSTRAINT "competitor_price_days_fuel_id_fuels_id_fk" FOREIGN KEY ("fuel_id") REFERENCES "public"."fuels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "competitor_prices" ADD CONSTRAINT "competitor_prices_competitor_id_competitors_id_fk" FOREIGN KEY ("competitor_id") REFERENCES "public"."competitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "competitor_prices" ADD CONSTRAINT "competitor_prices_fuel_id_fuels_id_fk" FOREIGN KEY ("fuel_id") REFERENCES "public"."fuels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "competitors" ADD CONSTRAINT "competitors_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "competitor_price_days_one" ON "competitor_price_days" USING btree ("competitor_id","fuel_id","mode","day");--> statement-breakpoint
CREATE INDEX "competitor_price_days_day" ON "competitor_price_days" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "competitor_prices_one" ON "competitor_prices" USING btree ("competitor_id","fuel_id","mode");--> statement-breakpoint
CREATE INDEX "competitors_name" ON "competitors" USING btree (translate(lower("name"), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'),"id");--> statement-breakpoint
CREATE INDEX "competitors_city" ON "competitors" USING btree (translate(lower("city"), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'),"id");--> statement-breakpoint
CREATE INDEX "competitors_distance" ON "competitors" USING btree ("distance_km","id");--> statement-breakpoint
CREATE INDEX "competitors_station" ON "competitors" USING btree ("station_id","distance_km");--> statement-breakpoint
CREATE UNIQUE INDEX "mimit_means_one" ON "mimit_means" USING btree ("area","fuel_id","mode","day");--> statement-breakpoint
CREATE INDEX "mimit_means_day" ON "mimit_means" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "mimit_prices_staged_one" ON "mimit_prices_staged" USING btree ("station_id","fuel_raw","self");--> statement-breakpoint
CREATE INDEX "mimit_stations_staged_place" ON "mimit_stations_staged" USING btree ("latitude","longitude");--> statement-breakpoint
CREATE INDEX "mimit_stations_staged_province" ON "mimit_stations_staged" USING btree ("province");--> statement-breakpoint
CREATE INDEX "mimit_stations_place" ON "mimit_stations" USING btree ("latitude","longitude");--> statement-breakpoint
CREATE INDEX "mimit_stations_province" ON "mimit_stations" USING btree ("province");--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "competitors" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "competitor_prices" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "competitor_price_days" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "mimit_means" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "mimit_stations_staged" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "mimit_prices_staged" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
