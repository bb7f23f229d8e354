CREATE TABLE "activity_seals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_seals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"first_id" bigint NOT NULL,
	"last_id" bigint NOT NULL,
	"rows" integer NOT NULL,
	"oldest_at" timestamp (3) with time zone NOT NULL,
	"content" text NOT NULL,
	"seal" text NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL
);
