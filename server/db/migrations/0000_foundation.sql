CREATE TABLE "bank_cards" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_cards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"bank_id" integer NOT NULL,
	"number" text NOT NULL,
	"kind" text DEFAULT 'aziendale' NOT NULL,
	"station_id" integer,
	"holder" text,
	"expires_at" date,
	"note" text,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "banks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "banks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"name" text NOT NULL,
	"note" text,
	"abi" text,
	"iban" text,
	"branch" text,
	"contact" text,
	"phone" text,
	"email" text,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "banks_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "pos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"station_id" integer NOT NULL,
	"bank_id" integer,
	"type" text,
	"brand" text,
	"model" text,
	"serial" text,
	"network" text,
	"side" integer,
	"tml" text,
	"status" text
);
--> statement-breakpoint
CREATE TABLE "dispensers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dispensers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"station_id" integer NOT NULL,
	"brand" text,
	"model" text,
	"number" text,
	"year" integer,
	"note" text,
	"kind" text,
	"island" integer,
	"status" text
);
--> statement-breakpoint
CREATE TABLE "fire_extinguishers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fire_extinguishers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"station_id" integer NOT NULL,
	"brand" text,
	"model" text,
	"number" text,
	"year" integer,
	"note" text,
	"type" text,
	"capacity" numeric(6, 1),
	"unit" text,
	"location" text,
	"fire_class" text,
	"next_check" date,
	"next_overhaul" date,
	"next_test" date
);
--> statement-breakpoint
CREATE TABLE "guns" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"dispenser_id" integer NOT NULL,
	"station_id" integer NOT NULL,
	"number" integer NOT NULL,
	"fuel_id" integer NOT NULL,
	"side" text,
	"flow" text,
	"tank_id" integer,
	"totalizer" numeric(12, 2),
	"last_metric_check" date,
	"next_metric_check" date,
	"seals_ok" boolean,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oil_separators" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "oil_separators_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"station_id" integer NOT NULL,
	"brand" text,
	"model" text,
	"number" text,
	"year" integer,
	"note" text,
	"type" text,
	"capacity" numeric(10, 0),
	"last_cleaning" date,
	"next_cleaning" date
);
--> statement-breakpoint
CREATE TABLE "station_devices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "station_devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"station_id" integer NOT NULL,
	"brand" text,
	"model" text,
	"number" text,
	"year" integer,
	"note" text,
	"type" text,
	"stacker" boolean DEFAULT false NOT NULL,
	"status" text
);
--> statement-breakpoint
CREATE TABLE "tanks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tanks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"station_id" integer NOT NULL,
	"brand" text,
	"model" text,
	"number" text,
	"year" integer,
	"note" text,
	"type" text,
	"capacity" numeric(10, 0),
	"probe" boolean DEFAULT false NOT NULL,
	"fuel_id" integer,
	"compartment" integer,
	"status" text,
	"last_test" date,
	"next_test" date
);
--> statement-breakpoint
CREATE TABLE "inspection_categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inspection_categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"model_id" integer NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"position" integer DEFAULT 0 NOT NULL,
	"weight" numeric(4, 2) DEFAULT 1 NOT NULL,
	"icon" text,
	"repeat" jsonb,
	"visible_if" jsonb,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inspection_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inspection_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" text NOT NULL,
	"client_uuid" text NOT NULL,
	"question" text,
	"kind" text NOT NULL,
	"file_id" integer NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inspection_files_uuid" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "inspection_model_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inspection_model_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"model_id" integer NOT NULL,
	"version" integer NOT NULL,
	"hash" text NOT NULL,
	"definition" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer
);
--> statement-breakpoint
CREATE TABLE "inspection_models" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inspection_models_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"minutes" integer,
	"periodicity" text,
	"ticket_mode" text DEFAULT 'grouped' NOT NULL,
	"thresholds" jsonb DEFAULT '{"ok":85,"warn":70}'::jsonb NOT NULL,
	"require" jsonb DEFAULT '{"inspector_signature":true,"manager_signature":true,"gps":false,"cover_photo":false}'::jsonb NOT NULL,
	"scoring" boolean DEFAULT true NOT NULL,
	"intro" text,
	"color" text,
	"icon" text,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "inspections" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inspections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"client_uuid" text NOT NULL,
	"id_year" integer,
	"id_number" integer,
	"status" text NOT NULL,
	"model_id" integer NOT NULL,
	"model_version" integer,
	"model_name" text NOT NULL,
	"station_id" integer NOT NULL,
	"station_snapshot" jsonb,
	"inspector_id" integer NOT NULL,
	"scheduled_at" date,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"duration_s" integer,
	"gps_start" jsonb,
	"gps_end" jsonb,
	"present" text,
	"notes" text,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sections" jsonb,
	"equipment" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"score" numeric(4, 1),
	"outcome" text,
	"nc_count" jsonb,
	"signatures" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reason" text,
	"previous_id" integer,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "inspections_client_uuid" UNIQUE("client_uuid")
);
--> statement-breakpoint
CREATE TABLE "mimit_prices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mimit_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"station_id" integer NOT NULL,
	"fuel_raw" text NOT NULL,
	"fuel_id" integer,
	"self" boolean NOT NULL,
	"price" numeric(8, 3) NOT NULL,
	"dt" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mimit_stations" (
	"id" integer PRIMARY KEY NOT NULL,
	"manager" text,
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
CREATE TABLE "non_conformities" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "non_conformities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"inspection_id" integer NOT NULL,
	"station_id" integer NOT NULL,
	"model_id" integer NOT NULL,
	"question_key" text NOT NULL,
	"block" text DEFAULT '' NOT NULL,
	"label" text NOT NULL,
	"severity" text NOT NULL,
	"note" text,
	"photos" text[] DEFAULT '{}' NOT NULL,
	"suggestion" text,
	"deadline" date NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"resolution_note" text,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" integer
);
--> statement-breakpoint
CREATE TABLE "access_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" integer NOT NULL,
	"hash" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_devices_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "links" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "login_attempts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"ip" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"ok" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"refresh_hash" text NOT NULL,
	"previous_refresh_hash" text,
	"previous_until" timestamp (3) with time zone,
	"handle_hash" text NOT NULL,
	"ip" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"idle_seconds" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_refresh_hash_unique" UNIQUE("refresh_hash")
);
--> statement-breakpoint
CREATE TABLE "station_acl" (
	"station_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"level" text DEFAULT 'read' NOT NULL,
	CONSTRAINT "station_acl_station_id_user_id_pk" PRIMARY KEY("station_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"fiscalCode" text,
	"enabled" integer DEFAULT 1 NOT NULL,
	"phone" text,
	"all_stations" boolean DEFAULT false NOT NULL,
	"password_hash" text,
	"last_login_at" timestamp (3) with time zone,
	"last_login_ip" text,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "available_services" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "available_services_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"name" text NOT NULL,
	"category" text,
	"position" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "available_services_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "fuels" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fuels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"name" text NOT NULL,
	"code" text,
	"unit" text DEFAULT 'l' NOT NULL,
	"color" text,
	"mise_names" text[] DEFAULT '{}' NOT NULL,
	"gas" boolean DEFAULT false NOT NULL,
	"premium" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "fuels_name" UNIQUE("name"),
	CONSTRAINT "fuels_code" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "prices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"station_id" integer NOT NULL,
	"fuel_id" integer NOT NULL,
	"mode" text NOT NULL,
	"price" numeric(8, 3) NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"source" text DEFAULT 'manual' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "station_fuels" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "station_fuels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"station_id" integer NOT NULL,
	"fuel_id" integer NOT NULL,
	"self" boolean DEFAULT true NOT NULL,
	"serve" boolean DEFAULT true NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "station_services" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "station_services_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"station_id" integer NOT NULL,
	"available_service_id" integer NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "stations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"cap" text NOT NULL,
	"city" text NOT NULL,
	"province" text NOT NULL,
	"region" text,
	"latitude" numeric(9, 6),
	"longitude" numeric(9, 6),
	"email" text,
	"self" boolean DEFAULT true NOT NULL,
	"serve" boolean DEFAULT true NOT NULL,
	"serveGPL" boolean DEFAULT false NOT NULL,
	"selfGPL" boolean DEFAULT false NOT NULL,
	"maintenanceCompany" text,
	"hasRent" boolean DEFAULT false NOT NULL,
	"owned" boolean DEFAULT false NOT NULL,
	"suitableForTruck" boolean DEFAULT false NOT NULL,
	"margin" numeric(8, 3),
	"register" text,
	"localUnit" text,
	"license" text,
	"videoSurveillance" boolean DEFAULT false NOT NULL,
	"videoSurveillanceNote" text,
	"is_warehouse" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"brand" text,
	"kind" text,
	"mise_id" integer,
	"icad_code" text,
	"area_manager_id" integer,
	"opened_at" date,
	"closed_at" date,
	"note" text,
	"phones" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "stations_code" UNIQUE("code"),
	CONSTRAINT "stations_mise_id" UNIQUE("mise_id"),
	CONSTRAINT "stations_icad_code" UNIQUE("icad_code")
);
--> statement-breakpoint
CREATE TABLE "activity_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer,
	"action" text NOT NULL,
	"entity" text,
	"entity_id" text,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"ip" text,
	"user_agent" text,
	"request_id" text,
	"status" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"name" text NOT NULL,
	"year" integer NOT NULL,
	"value" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" text NOT NULL,
	"owner_type" text NOT NULL,
	"owner_id" integer,
	"name" text NOT NULL,
	"extension" text NOT NULL,
	"mime" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"isEncrypted" boolean DEFAULT false NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "idempotency_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"status" integer,
	"body" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "model_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"model" text NOT NULL,
	"model_id" integer NOT NULL,
	"event" text NOT NULL,
	"old" jsonb,
	"new" jsonb,
	"user_id" integer,
	"batch_id" text,
	"ip" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bank_cards" ADD CONSTRAINT "bank_cards_bank_id_banks_id_fk" FOREIGN KEY ("bank_id") REFERENCES "public"."banks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_cards" ADD CONSTRAINT "bank_cards_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pos" ADD CONSTRAINT "pos_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pos" ADD CONSTRAINT "pos_bank_id_banks_id_fk" FOREIGN KEY ("bank_id") REFERENCES "public"."banks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispensers" ADD CONSTRAINT "dispensers_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fire_extinguishers" ADD CONSTRAINT "fire_extinguishers_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guns" ADD CONSTRAINT "guns_dispenser_id_dispensers_id_fk" FOREIGN KEY ("dispenser_id") REFERENCES "public"."dispensers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guns" ADD CONSTRAINT "guns_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guns" ADD CONSTRAINT "guns_fuel_id_fuels_id_fk" FOREIGN KEY ("fuel_id") REFERENCES "public"."fuels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guns" ADD CONSTRAINT "guns_tank_id_tanks_id_fk" FOREIGN KEY ("tank_id") REFERENCES "public"."tanks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oil_separators" ADD CONSTRAINT "oil_separators_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "station_devices" ADD CONSTRAINT "station_devices_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tanks" ADD CONSTRAINT "tanks_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tanks" ADD CONSTRAINT "tanks_fuel_id_fuels_id_fk" FOREIGN KEY ("fuel_id") REFERENCES "public"."fuels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_categories" ADD CONSTRAINT "inspection_categories_model_id_inspection_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."inspection_models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_model_versions" ADD CONSTRAINT "inspection_model_versions_model_id_inspection_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."inspection_models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_model_id_inspection_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."inspection_models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_inspector_id_users_id_fk" FOREIGN KEY ("inspector_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "non_conformities" ADD CONSTRAINT "non_conformities_inspection_id_inspections_id_fk" FOREIGN KEY ("inspection_id") REFERENCES "public"."inspections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "non_conformities" ADD CONSTRAINT "non_conformities_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "non_conformities" ADD CONSTRAINT "non_conformities_model_id_inspection_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."inspection_models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "station_acl" ADD CONSTRAINT "station_acl_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "station_acl" ADD CONSTRAINT "station_acl_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_fuel_id_fuels_id_fk" FOREIGN KEY ("fuel_id") REFERENCES "public"."fuels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "station_fuels" ADD CONSTRAINT "station_fuels_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "station_fuels" ADD CONSTRAINT "station_fuels_fuel_id_fuels_id_fk" FOREIGN KEY ("fuel_id") REFERENCES "public"."fuels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "station_services" ADD CONSTRAINT "station_services_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "station_services" ADD CONSTRAINT "station_services_available_service_id_available_services_id_fk" FOREIGN KEY ("available_service_id") REFERENCES "public"."available_services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_cards_bank" ON "bank_cards" USING btree ("bank_id");--> statement-breakpoint
CREATE INDEX "pos_station" ON "pos" USING btree ("station_id");--> statement-breakpoint
CREATE INDEX "pos_bank" ON "pos" USING btree ("bank_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pos_tml" ON "pos" USING btree ("tml");--> statement-breakpoint
CREATE INDEX "dispensers_station" ON "dispensers" USING btree ("station_id");--> statement-breakpoint
CREATE INDEX "fire_extinguishers_station" ON "fire_extinguishers" USING btree ("station_id");--> statement-breakpoint
CREATE INDEX "guns_station" ON "guns" USING btree ("station_id");--> statement-breakpoint
CREATE INDEX "guns_dispenser" ON "guns" USING btree ("dispenser_id");--> statement-breakpoint
CREATE INDEX "oil_separators_station" ON "oil_separators" USING btree ("station_id");--> statement-breakpoint
CREATE INDEX "station_devices_station" ON "station_devices" USING btree ("station_id");--> statement-breakpoint
CREATE INDEX "tanks_station" ON "tanks" USING btree ("station_id");--> statement-breakpoint
CREATE INDEX "inspection_categories_model" ON "inspection_categories" USING btree ("model_id");--> statement-breakpoint
CREATE INDEX "inspection_files_inspection" ON "inspection_files" USING btree ("client_uuid");--> statement-breakpoint
CREATE UNIQUE INDEX "inspection_model_versions_one" ON "inspection_model_versions" USING btree ("model_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "inspection_model_versions_hash" ON "inspection_model_versions" USING btree ("model_id","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "inspection_models_code" ON "inspection_models" USING btree ("code") WHERE "inspection_models"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "inspection_models_name" ON "inspection_models" USING btree ("name") WHERE "inspection_models"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "inspections_number" ON "inspections" USING btree ("id_year","id_number");--> statement-breakpoint
CREATE INDEX "inspections_station" ON "inspections" USING btree ("station_id","model_id","completed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "inspections_inspector" ON "inspections" USING btree ("inspector_id","status");--> statement-breakpoint
CREATE INDEX "mimit_prices_station" ON "mimit_prices" USING btree ("station_id");--> statement-breakpoint
CREATE UNIQUE INDEX "non_conformities_one" ON "non_conformities" USING btree ("inspection_id","question_key","block");--> statement-breakpoint
CREATE INDEX "non_conformities_station" ON "non_conformities" USING btree ("station_id","status");--> statement-breakpoint
CREATE INDEX "login_attempts_email" ON "login_attempts" USING btree ("email","at");--> statement-breakpoint
CREATE INDEX "login_attempts_ip" ON "login_attempts" USING btree ("ip","at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_previous" ON "sessions" USING btree ("previous_refresh_hash");--> statement-breakpoint
CREATE INDEX "station_acl_user" ON "station_acl" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_fiscal_code" ON "users" USING btree ("fiscalCode");--> statement-breakpoint
CREATE INDEX "prices_series" ON "prices" USING btree ("station_id","fuel_id","mode","valid_from" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "station_fuels_one" ON "station_fuels" USING btree ("station_id","fuel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "station_services_one" ON "station_services" USING btree ("station_id","available_service_id");--> statement-breakpoint
CREATE INDEX "stations_name" ON "stations" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "stations_city" ON "stations" USING btree ("city");--> statement-breakpoint
CREATE INDEX "activity_log_created" ON "activity_log" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "activity_log_user" ON "activity_log" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "counters_one" ON "counters" USING btree ("name","year");--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("owner_type","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_keys_one" ON "idempotency_keys" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "model_history_model" ON "model_history" USING btree ("model","model_id");