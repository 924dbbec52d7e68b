"""A policy: a small net that corrects the planner's scores, learned from games in which it plays itself."""
