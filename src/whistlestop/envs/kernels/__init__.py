"""Kernels of the environments: observations, masks, rewards and steps of many games."""
