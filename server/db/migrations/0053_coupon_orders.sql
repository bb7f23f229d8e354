CREATE TABLE "coupon_orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"number" text NOT NULL,
	"customer_id" integer,
	"businessName" text NOT NULL,
	"fiscalCode" text,
	"piva" text,
	"sdi" text,
	"pec" text,
	"address" text,
	"cap" text,
	"city" text,
	"contact" text,
	"phone" text,
	"payment_ref" text,
	"note" text,
	"last_error" text,
	"emails" text NOT NULL,
	"rows" jsonb NOT NULL,
	"total" numeric(12, 2) NOT NULL,
	"vouchers" integer NOT NULL,
	"kind" text NOT NULL,
	"fuel_id" integer,
	"expires_at" date NOT NULL,
	"payment" text NOT NULL,
	"status" text DEFAULT 'created' NOT NULL,
	"paid_at" date,
	"issued_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"sent_count" integer DEFAULT 0 NOT NULL,
	"station_ids" integer[] DEFAULT '{}' NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "coupon_sendings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_sendings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"emails" text NOT NULL,
	"outcome" text NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"serial" text NOT NULL,
	"denomination" integer NOT NULL,
	"status" text DEFAULT 'issued' NOT NULL,
	"used_at" timestamp (3) with time zone,
	"used_by" integer,
	"station_id" integer,
	"voided_at" timestamp (3) with time zone,
	"void_reason" text
);
--> statement-breakpoint
ALTER TABLE "coupon_orders" ADD CONSTRAINT "coupon_orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_orders" ADD CONSTRAINT "coupon_orders_fuel_id_fuels_id_fk" FOREIGN KEY ("fuel_id") REFERENCES "public"."fuels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_sendings" ADD CONSTRAINT "coupon_sendings_order_id_coupon_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."coupon_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_order_id_coupon_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."coupon_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_orders_number" ON "coupon_orders" USING btree ("number");--> statement-breakpoint
CREATE INDEX "coupon_orders_alive" ON "coupon_orders" USING btree ("id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "coupon_orders_status" ON "coupon_orders" USING btree ("status","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "coupon_orders_created" ON "coupon_orders" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "coupon_orders_total" ON "coupon_orders" USING btree ("total","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "coupon_orders_name" ON "coupon_orders" USING btree (translate(lower("businessName"), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "coupon_orders_customer" ON "coupon_orders" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "coupon_orders_fuel" ON "coupon_orders" USING btree ("fuel_id");--> statement-breakpoint
CREATE INDEX "coupon_orders_words" ON "coupon_orders" USING gin (to_tsvector('simple', regexp_replace(coalesce(translate(lower("number"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), '') || ' ' || coalesce(translate(lower("businessName"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), '') || ' ' || coalesce(translate(lower("fiscalCode"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), '') || ' ' || coalesce(translate(lower("piva"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), '') || ' ' || coalesce(translate(lower("emails"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), '') || ' ' || coalesce(translate(lower("city"::text), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), ''), '[^a-z0-9]+', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "coupon_sendings_order" ON "coupon_sendings" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_serial" ON "coupons" USING btree ("serial");--> statement-breakpoint
CREATE INDEX "coupons_order" ON "coupons" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "coupons_station" ON "coupons" USING btree ("station_id") WHERE station_id is not null;
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "coupon_orders" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "coupons" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "coupon_sendings" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
