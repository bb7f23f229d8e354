CREATE TABLE "cash_funds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cash_funds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"management_id" integer NOT NULL,
	"kind" text DEFAULT 'consegna' NOT NULL,
	"cashFundAmount" numeric(10, 2) NOT NULL,
	"cashFundDate" date NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "management_obligations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "management_obligations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"management_id" integer NOT NULL,
	"obligation_id" integer NOT NULL,
	"applicable" boolean DEFAULT true NOT NULL,
	"due_date" date,
	"last_done_at" date,
	"done_by" integer,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "management_remunerations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "management_remunerations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"management_id" integer NOT NULL,
	"valid_from" date NOT NULL,
	"fixed" numeric(10, 2) NOT NULL,
	"perLiter" numeric(8, 4) NOT NULL,
	"discountLiter" numeric(8, 4) DEFAULT 0 NOT NULL,
	"aboveThreshold" numeric(8, 4) DEFAULT 0 NOT NULL,
	"thresholdLiters" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "management_remunerations_version" UNIQUE("management_id","valid_from")
);
--> statement-breakpoint
CREATE TABLE "managements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "managements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"station_id" integer NOT NULL,
	"manager_id" integer NOT NULL,
	"type" text NOT NULL,
	"from" date NOT NULL,
	"expirationManager" date,
	"businessName" text NOT NULL,
	"address" text NOT NULL,
	"piva" text NOT NULL,
	"sdi" text NOT NULL,
	"pec" text,
	"note" text,
	"fiscalCode" text,
	"rea" text,
	"iban" text,
	"contract_number" text,
	"ended_at" date,
	"end_reason" text,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "obligations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "obligations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"name" text NOT NULL,
	"description" text,
	"category" text NOT NULL,
	"periodicity" text NOT NULL,
	"document_required" boolean DEFAULT false NOT NULL,
	"gas" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "obligations_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "managers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "managers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"name" text NOT NULL,
	"lastname" text NOT NULL,
	"bornDate" date,
	"fiscalCode" text NOT NULL,
	"expiration" date,
	"identityCardExpiration" date,
	"bornIn" text,
	"residence" text,
	"identityCard" text,
	"note" text,
	"phone" text NOT NULL,
	"email" text NOT NULL,
	"user_id" integer,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "station_employees" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "station_employees_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"name" text NOT NULL,
	"lastname" text NOT NULL,
	"bornDate" date,
	"fiscalCode" text NOT NULL,
	"expiration" date,
	"identityCardExpiration" date,
	"bornIn" text,
	"residence" text,
	"identityCard" text,
	"note" text,
	"phone" text,
	"email" text,
	"manager_id" integer NOT NULL,
	"station_id" integer,
	"job" text,
	"hired_at" date,
	"left_at" date,
	"gpl_course_at" date
);
--> statement-breakpoint
ALTER TABLE "cash_funds" ADD CONSTRAINT "cash_funds_management_id_managements_id_fk" FOREIGN KEY ("management_id") REFERENCES "public"."managements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "management_obligations" ADD CONSTRAINT "management_obligations_management_id_managements_id_fk" FOREIGN KEY ("management_id") REFERENCES "public"."managements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "management_obligations" ADD CONSTRAINT "management_obligations_obligation_id_obligations_id_fk" FOREIGN KEY ("obligation_id") REFERENCES "public"."obligations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "management_remunerations" ADD CONSTRAINT "management_remunerations_management_id_managements_id_fk" FOREIGN KEY ("management_id") REFERENCES "public"."managements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "managements" ADD CONSTRAINT "managements_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "managements" ADD CONSTRAINT "managements_manager_id_managers_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."managers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "managers" ADD CONSTRAINT "managers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "station_employees" ADD CONSTRAINT "station_employees_manager_id_managers_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."managers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "station_employees" ADD CONSTRAINT "station_employees_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cash_funds_management" ON "cash_funds" USING btree ("management_id","cashFundDate","id");--> statement-breakpoint
CREATE UNIQUE INDEX "management_obligations_one" ON "management_obligations" USING btree ("management_id","obligation_id");--> statement-breakpoint
CREATE INDEX "management_obligations_obligation" ON "management_obligations" USING btree ("obligation_id");--> statement-breakpoint
CREATE INDEX "management_obligations_due" ON "management_obligations" USING btree ("due_date","id") WHERE applicable;--> statement-breakpoint
CREATE INDEX "managements_station" ON "managements" USING btree ("station_id","from");--> statement-breakpoint
CREATE INDEX "managements_manager" ON "managements" USING btree ("manager_id");--> statement-breakpoint
CREATE INDEX "managements_from" ON "managements" USING btree ("from","id");--> statement-breakpoint
CREATE INDEX "managements_expiration" ON "managements" USING btree ("expirationManager","id");--> statement-breakpoint
CREATE UNIQUE INDEX "managers_fiscal_code" ON "managers" USING btree ("fiscalCode") WHERE "managers"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "managers_user" ON "managers" USING btree ("user_id") WHERE "managers"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "managers_by_lastname" ON "managers" USING btree (translate(lower("lastname"), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "station_employees_fiscal_code" ON "station_employees" USING btree ("manager_id","fiscalCode") WHERE "station_employees"."left_at" is null;--> statement-breakpoint
CREATE INDEX "station_employees_by_lastname" ON "station_employees" USING btree (translate(lower("lastname"), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'),"id");--> statement-breakpoint
CREATE INDEX "station_employees_station" ON "station_employees" USING btree ("station_id");
--> statement-breakpoint
-- A range of one number stands for "the same station", so that no extension is needed.
ALTER TABLE "managements" ADD CONSTRAINT "managements_no_overlap" EXCLUDE USING gist (
	int4range("station_id", "station_id", '[]') WITH &&,
	daterange("from", coalesce("ended_at", "expirationManager"), '[)') WITH &&
) WHERE ("deleted_at" IS NULL);
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "managers" FOR EACH STATEMENT WHEN (current_setting('piazzale.hears', true) = 'yes') EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "station_employees" FOR EACH STATEMENT WHEN (current_setting('piazzale.hears', true) = 'yes') EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "managements" FOR EACH STATEMENT WHEN (current_setting('piazzale.hears', true) = 'yes') EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "cash_funds" FOR EACH STATEMENT WHEN (current_setting('piazzale.hears', true) = 'yes') EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "management_remunerations" FOR EACH STATEMENT WHEN (current_setting('piazzale.hears', true) = 'yes') EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "obligations" FOR EACH STATEMENT WHEN (current_setting('piazzale.hears', true) = 'yes') EXECUTE FUNCTION "tell_change"('data');
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "management_obligations" FOR EACH STATEMENT WHEN (current_setting('piazzale.hears', true) = 'yes') EXECUTE FUNCTION "tell_change"('data');
