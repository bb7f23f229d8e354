CREATE TABLE "network_devices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "network_devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"station_id" integer NOT NULL,
	"item" text NOT NULL,
	"ip" text NOT NULL,
	"mac" text,
	"hostname" text,
	"brand" text,
	"model" text,
	"serial" text,
	"location" text,
	"monitored" boolean DEFAULT false NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"note" text
);
--> statement-breakpoint
DROP INDEX "guns_station";--> statement-breakpoint
ALTER TABLE "fire_extinguishers" ADD COLUMN "wheeled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fire_extinguishers" ADD COLUMN "tank_kind" text;--> statement-breakpoint
ALTER TABLE "fire_extinguishers" ADD COLUMN "last_check" date;--> statement-breakpoint
ALTER TABLE "fire_extinguishers" ADD COLUMN "last_overhaul" date;--> statement-breakpoint
ALTER TABLE "fire_extinguishers" ADD COLUMN "last_test" date;--> statement-breakpoint
ALTER TABLE "fire_extinguishers" ADD COLUMN "company" text;--> statement-breakpoint
ALTER TABLE "fire_extinguishers" ADD COLUMN "status" text;--> statement-breakpoint
ALTER TABLE "pos" ADD COLUMN "device_id" integer;--> statement-breakpoint
ALTER TABLE "pos" ADD COLUMN "installed_at" date;--> statement-breakpoint
ALTER TABLE "station_devices" ADD COLUMN "installed_at" date;--> statement-breakpoint
ALTER TABLE "station_devices" ADD COLUMN "last_check" date;--> statement-breakpoint
ALTER TABLE "station_devices" ADD COLUMN "next_check" date;--> statement-breakpoint
ALTER TABLE "network_devices" ADD CONSTRAINT "network_devices_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "network_devices_ip" ON "network_devices" USING btree ("station_id","ip");--> statement-breakpoint
CREATE INDEX "network_devices_plate" ON "network_devices" USING gin (to_tsvector('simple', regexp_replace(coalesce(translate(lower("serial"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), ''), '[^a-z0-9]+', ' ', 'g')));--> statement-breakpoint
ALTER TABLE "pos" ADD CONSTRAINT "pos_device_id_station_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."station_devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dispensers_number" ON "dispensers" USING btree ("station_id","number");--> statement-breakpoint
CREATE INDEX "guns_tank" ON "guns" USING btree ("tank_id");--> statement-breakpoint
CREATE UNIQUE INDEX "guns_number" ON "guns" USING btree ("station_id","number");--> statement-breakpoint
CREATE INDEX "pos_device" ON "pos" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pos_serial" ON "pos" USING btree ("serial");--> statement-breakpoint
CREATE UNIQUE INDEX "station_devices_number" ON "station_devices" USING btree ("station_id","number");--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "network_devices" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
