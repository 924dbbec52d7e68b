"""The search: many deals of what the seat can't know, each played out by planners."""
