CREATE TABLE "extinguisher_intervals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "extinguisher_intervals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"type" text NOT NULL,
	"tank_kind" text,
	"built_until" integer,
	"check" integer NOT NULL,
	"overhaul" integer NOT NULL,
	"test" integer NOT NULL,
	CONSTRAINT "extinguisher_intervals_kind" UNIQUE NULLS NOT DISTINCT("type","tank_kind","built_until")
);
--> statement-breakpoint
DROP INDEX "expirations_message";--> statement-breakpoint
CREATE INDEX "expirations_by_message" ON "expirations" USING btree (translate(lower("message"), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'),"id");--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "extinguisher_intervals" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
