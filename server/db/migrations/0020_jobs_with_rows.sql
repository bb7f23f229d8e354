CREATE TABLE "job_history" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"description" text NOT NULL,
	"status" text DEFAULT 'in_coda' NOT NULL,
	"input" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"items" integer,
	"done" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "job_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job_id" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_rows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job_id" integer NOT NULL,
	"label" text NOT NULL,
	"data" jsonb NOT NULL,
	"outcome" text DEFAULT 'attesa' NOT NULL,
	"message" text,
	"at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "job_log" ADD CONSTRAINT "job_log_job_id_job_history_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job_history"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_rows" ADD CONSTRAINT "job_rows_job_id_job_history_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job_history"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "job_history_running" ON "job_history" USING btree ("type") WHERE status in ('in_coda', 'in_corso');--> statement-breakpoint
CREATE INDEX "job_log_of" ON "job_log" USING btree ("job_id","id");--> statement-breakpoint
CREATE INDEX "job_rows_of" ON "job_rows" USING btree ("job_id","outcome","id");