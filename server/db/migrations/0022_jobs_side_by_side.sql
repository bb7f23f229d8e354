DROP INDEX "job_history_running";--> statement-breakpoint
ALTER TABLE "job_history" ADD COLUMN "alone" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "model_history_batch" ON "model_history" USING btree ("batch_id") WHERE batch_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "job_history_running" ON "job_history" USING btree ("type") WHERE alone and status in ('in_coda', 'in_corso');