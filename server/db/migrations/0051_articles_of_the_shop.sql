CREATE TABLE "ecommerce_carts" (
	"user_id" integer NOT NULL,
	"station_id" integer NOT NULL,
	"uuid" text NOT NULL,
	"rows" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"wanted_at" date,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ecommerce_carts_user_id_station_id_pk" PRIMARY KEY("user_id","station_id")
);
--> statement-breakpoint
CREATE TABLE "ecommerce_categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ecommerce_categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"name" text NOT NULL,
	"parent_id" integer,
	"position" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "ecommerce_categories_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "ecommerce_favourites" (
	"user_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "ecommerce_favourites_user_id_product_id_pk" PRIMARY KEY("user_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "ecommerce_order_rows" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ecommerce_order_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"unit" text NOT NULL,
	"price" numeric(10, 2) NOT NULL,
	"vat" text NOT NULL,
	"quantity" integer NOT NULL,
	"shipped" integer,
	"delivered" integer
);
--> statement-breakpoint
CREATE TABLE "ecommerce_order_steps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ecommerce_order_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"status" text NOT NULL,
	"user_id" integer,
	"note" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ecommerce_orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ecommerce_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"uuid" text NOT NULL,
	"id_year" integer NOT NULL,
	"id_number" integer NOT NULL,
	"station_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"net" numeric(12, 2) NOT NULL,
	"vat_total" numeric(12, 2) NOT NULL,
	"total" numeric(12, 2) NOT NULL,
	"wanted_at" date,
	"note" text,
	"reason" text,
	"carrier" text,
	"tracking" text,
	"receipt_note" text,
	"shipped_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"parent_id" integer,
	CONSTRAINT "ecommerce_orders_uuid" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "ecommerce_product_stations" (
	"product_id" integer NOT NULL,
	"station_id" integer NOT NULL,
	CONSTRAINT "ecommerce_product_stations_product_id_station_id_pk" PRIMARY KEY("product_id","station_id")
);
--> statement-breakpoint
CREATE TABLE "ecommerce_products" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ecommerce_products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"category_id" integer NOT NULL,
	"description" text,
	"supplier" text,
	"tags" integer[] DEFAULT '{}' NOT NULL,
	"unit" text DEFAULT 'pz' NOT NULL,
	"price" numeric(10, 2) NOT NULL,
	"vat" text DEFAULT '22' NOT NULL,
	"min_qty" integer DEFAULT 1 NOT NULL,
	"step_qty" integer DEFAULT 1 NOT NULL,
	"max_qty" integer,
	"stock" integer,
	"reorder_point" integer,
	"active" boolean DEFAULT true NOT NULL,
	"all_stations" boolean DEFAULT true NOT NULL,
	"image_320" integer,
	"image_960" integer,
	CONSTRAINT "ecommerce_products_code" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "ecommerce_tags" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ecommerce_tags_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"name" text NOT NULL,
	"color" text,
	CONSTRAINT "ecommerce_tags_name" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "ecommerce_carts" ADD CONSTRAINT "ecommerce_carts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ecommerce_carts" ADD CONSTRAINT "ecommerce_carts_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ecommerce_categories" ADD CONSTRAINT "ecommerce_categories_parent_id_ecommerce_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."ecommerce_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ecommerce_favourites" ADD CONSTRAINT "ecommerce_favourites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ecommerce_favourites" ADD CONSTRAINT "ecommerce_favourites_product_id_ecommerce_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."ecommerce_products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ecommerce_order_rows" ADD CONSTRAINT "ecommerce_order_rows_order_id_ecommerce_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."ecommerce_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ecommerce_order_rows" ADD CONSTRAINT "ecommerce_order_rows_product_id_ecommerce_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."ecommerce_products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ecommerce_order_steps" ADD CONSTRAINT "ecommerce_order_steps_order_id_ecommerce_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."ecommerce_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ecommerce_orders" ADD CONSTRAINT "ecommerce_orders_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ecommerce_orders" ADD CONSTRAINT "ecommerce_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ecommerce_orders" ADD CONSTRAINT "ecommerce_orders_parent_id_ecommerce_orders_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."ecommerce_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ecommerce_product_stations" ADD CONSTRAINT "ecommerce_product_stations_product_id_ecommerce_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."ecommerce_products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ecommerce_product_stations" ADD CONSTRAINT "ecommerce_product_stations_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ecommerce_products" ADD CONSTRAINT "ecommerce_products_category_id_ecommerce_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."ecommerce_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ecommerce_products" ADD CONSTRAINT "ecommerce_products_image_320_files_id_fk" FOREIGN KEY ("image_320") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ecommerce_products" ADD CONSTRAINT "ecommerce_products_image_960_files_id_fk" FOREIGN KEY ("image_960") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ecommerce_carts_station" ON "ecommerce_carts" USING btree ("station_id");--> statement-breakpoint
CREATE INDEX "ecommerce_favourites_product" ON "ecommerce_favourites" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ecommerce_order_rows_one" ON "ecommerce_order_rows" USING btree ("order_id","product_id");--> statement-breakpoint
CREATE INDEX "ecommerce_order_rows_product" ON "ecommerce_order_rows" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "ecommerce_order_steps_order" ON "ecommerce_order_steps" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ecommerce_orders_number" ON "ecommerce_orders" USING btree ("id_year","id_number");--> statement-breakpoint
CREATE INDEX "ecommerce_orders_station" ON "ecommerce_orders" USING btree ("station_id","id");--> statement-breakpoint
CREATE INDEX "ecommerce_orders_author" ON "ecommerce_orders" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ecommerce_orders_status" ON "ecommerce_orders" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "ecommerce_orders_total" ON "ecommerce_orders" USING btree ("total","id");--> statement-breakpoint
CREATE INDEX "ecommerce_orders_created" ON "ecommerce_orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "ecommerce_orders_parent" ON "ecommerce_orders" USING btree ("parent_id") WHERE parent_id is not null;--> statement-breakpoint
CREATE INDEX "ecommerce_product_stations_station" ON "ecommerce_product_stations" USING btree ("station_id");--> statement-breakpoint
CREATE INDEX "ecommerce_products_by_name" ON "ecommerce_products" USING btree (translate(lower("name"), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'),"id");--> statement-breakpoint
CREATE INDEX "ecommerce_products_by_code" ON "ecommerce_products" USING btree (translate(lower("code"), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'),"id");--> statement-breakpoint
CREATE INDEX "ecommerce_products_by_price" ON "ecommerce_products" USING btree ("price","id");--> statement-breakpoint
CREATE INDEX "ecommerce_products_newest" ON "ecommerce_products" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "ecommerce_products_by_stock" ON "ecommerce_products" USING btree ("stock","id");--> statement-breakpoint
CREATE INDEX "ecommerce_products_category" ON "ecommerce_products" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "ecommerce_products_tags" ON "ecommerce_products" USING gin ("tags");
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "ecommerce_categories" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "ecommerce_tags" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "ecommerce_products" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "ecommerce_product_stations" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "ecommerce_favourites" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "ecommerce_carts" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "ecommerce_orders" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "ecommerce_order_rows" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "ecommerce_order_steps" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
