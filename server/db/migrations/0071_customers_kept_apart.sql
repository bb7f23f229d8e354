CREATE TABLE "customer_distinctions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_distinctions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"customer_ids" integer[] NOT NULL,
	"by" integer,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "customer_distinctions" FOR EACH STATEMENT WHEN (current_setting('piazzale.hears', true) = 'yes') EXECUTE FUNCTION "tell_change"('data');
