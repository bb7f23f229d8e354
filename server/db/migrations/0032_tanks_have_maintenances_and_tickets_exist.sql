CREATE TABLE "tank_maintenances" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tank_maintenances_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"uuid" text NOT NULL,
	"station_id" integer NOT NULL,
	"photos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL,
	"field_revs" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"tank_id" integer NOT NULL,
	"type" text NOT NULL,
	"date" date NOT NULL,
	"company" text NOT NULL,
	"outcome" text,
	"next_date" date,
	"cost" numeric(10, 2),
	"note" text,
	"ticket_id" integer,
	CONSTRAINT "tank_maintenances_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "ticket_history" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ticket_id" integer NOT NULL,
	"event" text NOT NULL,
	"old" text,
	"new" text,
	"user_id" integer,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tickets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"id_year" integer NOT NULL,
	"id_number" integer NOT NULL,
	"status_id" integer DEFAULT 1 NOT NULL,
	"is_new" boolean DEFAULT true NOT NULL,
	"category_id" integer NOT NULL,
	"station_id" integer,
	"subject" text NOT NULL,
	"description" text NOT NULL,
	"priority" integer NOT NULL,
	"requester_id" integer NOT NULL,
	"contact" text,
	"equipment" jsonb,
	"company" text,
	"company_email" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"inspection_id" integer,
	"nc_id" integer,
	"resolution" text,
	"completed_at" timestamp (3) with time zone,
	"uid" text NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "tickets_uid" UNIQUE("uid")
);
--> statement-breakpoint
ALTER TABLE "tanks" ADD COLUMN "relined_at" date;--> statement-breakpoint
ALTER TABLE "tanks" ADD COLUMN "leak_detection" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tank_maintenances" ADD CONSTRAINT "tank_maintenances_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tank_maintenances" ADD CONSTRAINT "tank_maintenances_tank_id_tanks_id_fk" FOREIGN KEY ("tank_id") REFERENCES "public"."tanks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tank_maintenances" ADD CONSTRAINT "tank_maintenances_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_history" ADD CONSTRAINT "ticket_history_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_category_id_ticket_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."ticket_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_requester_id_users_id_fk" FOREIGN KEY ("requester_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tank_maintenances_station" ON "tank_maintenances" USING btree ("station_id");--> statement-breakpoint
CREATE INDEX "tank_maintenances_tank" ON "tank_maintenances" USING btree ("tank_id","date");--> statement-breakpoint
CREATE INDEX "tank_maintenances_ticket" ON "tank_maintenances" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_history_ticket" ON "ticket_history" USING btree ("ticket_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_number" ON "tickets" USING btree ("id_year","id_number");--> statement-breakpoint
CREATE INDEX "tickets_station" ON "tickets" USING btree ("station_id");--> statement-breakpoint
CREATE INDEX "tickets_category" ON "tickets" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "tickets_requester" ON "tickets" USING btree ("requester_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tanks_number" ON "tanks" USING btree ("station_id","number");--> statement-breakpoint
CREATE INDEX "tanks_next_test" ON "tanks" USING btree ("next_test");--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "tank_maintenances" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "tickets" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "ticket_history" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
