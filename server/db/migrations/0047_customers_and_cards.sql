CREATE TABLE "card_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "card_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"file" text NOT NULL,
	"rows" integer NOT NULL,
	"imported" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"batch_id" text
);
--> statement-breakpoint
CREATE TABLE "card_plate_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "card_plate_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"card_id" integer NOT NULL,
	"old" text,
	"new" text,
	"reason" text,
	"user_id" integer,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_ranges" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "card_ranges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"type" text NOT NULL,
	"prefix" text NOT NULL,
	"length" integer DEFAULT 16 NOT NULL,
	"next" bigint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_status_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "card_status_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"card_id" integer NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"reason" text,
	"user_id" integer,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"type" text NOT NULL,
	"status" text DEFAULT 'to_activate' NOT NULL,
	"number" text NOT NULL,
	"customer_id" integer NOT NULL,
	"plate" text,
	"foreign_plate" boolean DEFAULT false NOT NULL,
	"holder" text,
	"pin" text,
	"fuel_ids" integer[] DEFAULT '{}' NOT NULL,
	"limit_day" numeric(10, 2),
	"limit_month" numeric(10, 2),
	"km_required" boolean DEFAULT false NOT NULL,
	"discount" numeric(6, 4),
	"points_balance" integer,
	"credit_balance" numeric(10, 2),
	"valid_from" date NOT NULL,
	"expires_at" date NOT NULL,
	"tank_expiration" date,
	"delivered_at" timestamp (3) with time zone,
	"replaced_by_id" integer,
	"block_reason" text,
	"suspended_by" text,
	"note" text,
	"icad_id" text,
	"synced_at" timestamp (3) with time zone,
	"sync_error" text,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "customer_logs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" integer,
	"card_id" integer,
	"action" text NOT NULL,
	"detail" jsonb,
	"user_id" integer,
	"batch_id" text,
	"ip" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"code" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"kind" text NOT NULL,
	"businessName" text,
	"name" text,
	"lastname" text,
	"fiscalCode" text,
	"piva" text,
	"sdi" text,
	"pec" text,
	"email" text,
	"email_invoices" text,
	"phone" text,
	"mobile" text,
	"denomination" text GENERATED ALWAYS AS (coalesce("businessName", trim(coalesce("lastname", '') || ' ' || coalesce("name", '')))) STORED NOT NULL,
	"address" text NOT NULL,
	"cap" text NOT NULL,
	"city" text NOT NULL,
	"province" text NOT NULL,
	"iban" text,
	"payment" text,
	"credit_limit" numeric(10, 2),
	"station_id" integer,
	"username" text,
	"password_hash" text,
	"password_expired" boolean DEFAULT false NOT NULL,
	"portal_enabled" boolean DEFAULT false NOT NULL,
	"credentials_sent_at" timestamp (3) with time zone,
	"last_access_at" timestamp (3) with time zone,
	"privacy_at" timestamp (3) with time zone,
	"privacy_origin" text,
	"marketing" boolean DEFAULT false NOT NULL,
	"marketing_at" timestamp (3) with time zone,
	"marketing_origin" text,
	"note" text,
	"icad_id" text,
	"synced_at" timestamp (3) with time zone,
	"sync_error" text,
	"anonymised_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "card_plate_history" ADD CONSTRAINT "card_plate_history_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_status_history" ADD CONSTRAINT "card_status_history_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_replaced_by_id_cards_id_fk" FOREIGN KEY ("replaced_by_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_logs" ADD CONSTRAINT "customer_logs_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_logs" ADD CONSTRAINT "customer_logs_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_imports_batch" ON "card_imports" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "card_plate_history_card" ON "card_plate_history" USING btree ("card_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "card_ranges_type" ON "card_ranges" USING btree ("type");--> statement-breakpoint
CREATE INDEX "card_status_history_card" ON "card_status_history" USING btree ("card_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "cards_number" ON "cards" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "cards_live_plate" ON "cards" USING btree ("type","plate") WHERE type in ('credit', 'gpl') and status not in ('replaced', 'terminated') and deleted_at is null;--> statement-breakpoint
CREATE INDEX "cards_customer" ON "cards" USING btree ("customer_id","status","id");--> statement-breakpoint
CREATE INDEX "cards_plate" ON "cards" USING btree ("plate","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "cards_status" ON "cards" USING btree ("status","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "cards_type" ON "cards" USING btree ("type","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "cards_type_status" ON "cards" USING btree ("type","status","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "cards_by_expiry" ON "cards" USING btree ("expires_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "cards_expiring" ON "cards" USING btree ("status","expires_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "cards_holder" ON "cards" USING btree (translate(lower("holder"), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "cards_last_six" ON "cards" USING btree (right("number", 6));--> statement-breakpoint
CREATE INDEX "cards_sync_error" ON "cards" USING btree ("id") WHERE sync_error is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "cards_replaced_by" ON "cards" USING btree ("replaced_by_id") WHERE replaced_by_id is not null;--> statement-breakpoint
CREATE INDEX "cards_fuels" ON "cards" USING gin ("fuel_ids");--> statement-breakpoint
CREATE INDEX "customer_logs_newest" ON "customer_logs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "customer_logs_customer" ON "customer_logs" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "customer_logs_card" ON "customer_logs" USING btree ("card_id","created_at","id") WHERE card_id is not null;--> statement-breakpoint
CREATE INDEX "customer_logs_user" ON "customer_logs" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "customer_logs_action" ON "customer_logs" USING btree ("action","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_code" ON "customers" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_username" ON "customers" USING btree ("username");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_piva" ON "customers" USING btree ("piva") WHERE kind = 'azienda' and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_fiscal_code" ON "customers" USING btree ("fiscalCode") WHERE kind = 'privato' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "customers_by_name" ON "customers" USING btree (translate(lower("denomination"), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "customers_by_city" ON "customers" USING btree (translate(lower("city"), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "customers_by_age" ON "customers" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "customers_inactive" ON "customers" USING btree ("code") WHERE not active and deleted_at is null;--> statement-breakpoint
CREATE INDEX "customers_kind" ON "customers" USING btree ("kind","code") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "customers_station" ON "customers" USING btree ("station_id","code");--> statement-breakpoint
CREATE INDEX "customers_province" ON "customers" USING btree ("province","code") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "customers_portal" ON "customers" USING btree ("code") WHERE portal_enabled and deleted_at is null;--> statement-breakpoint
CREATE INDEX "customers_sync_error" ON "customers" USING btree ("code") WHERE sync_error is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "customers_any_piva" ON "customers" USING btree ("piva");--> statement-breakpoint
CREATE INDEX "customers_any_fiscal_code" ON "customers" USING btree ("fiscalCode");--> statement-breakpoint
CREATE INDEX "customers_email" ON "customers" USING btree ("email");--> statement-breakpoint
CREATE INDEX "customers_words" ON "customers" USING gin (to_tsvector('simple', regexp_replace(coalesce(translate(lower("denomination"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), '') || ' ' || coalesce(translate(lower("code"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), '') || ' ' || coalesce(translate(lower("piva"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), '') || ' ' || coalesce(translate(lower("fiscalCode"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), '') || ' ' || coalesce(translate(lower("email"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), '') || ' ' || coalesce(translate(lower("city"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), ''), '[^a-z0-9]+', ' ', 'g')));
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "customers" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "cards" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "card_status_history" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "card_plate_history" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "card_ranges" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "card_imports" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "customer_logs" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
