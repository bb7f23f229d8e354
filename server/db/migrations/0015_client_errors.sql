CREATE TABLE "client_errors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "client_errors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"message" text NOT NULL,
	"stack" text,
	"page" text NOT NULL,
	"app_version" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"forwarded_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "client_errors_created" ON "client_errors" USING brin ("created_at");