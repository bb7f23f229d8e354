DROP INDEX "activity_log_created";--> statement-breakpoint
DROP INDEX "activity_log_user";--> statement-breakpoint
CREATE INDEX "activity_log_newest" ON "activity_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "activity_log_of_user" ON "activity_log" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "activity_log_of_action" ON "activity_log" USING btree ("action","created_at","id");--> statement-breakpoint
CREATE INDEX "activity_log_of_entity" ON "activity_log" USING btree ("entity","created_at","id");